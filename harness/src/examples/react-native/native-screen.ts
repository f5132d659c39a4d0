interface View {
  readonly name: string;
  readonly props: { readonly text?: string };
  readonly children: View[];
}

/** What draws the views of React Native in place of the system, as `nativeFabricUIManager`. */
export function createNativeScreen() {
  let shown: readonly View[] = [];
  const manager = {
    createNode: (_tag: number, name: string, _root: number, props: View['props']): View => ({
      name,
      props,
      children: [],
    }),
    cloneNode: (view: View) => ({ ...view, children: [...view.children] }),
    cloneNodeWithNewChildren: (view: View, children: View[] = []) => ({ ...view, children }),
    cloneNodeWithNewProps: (view: View, props: View['props']) => ({
      ...view,
      props: { ...view.props, ...props },
      children: [...view.children],
    }),
    cloneNodeWithNewChildrenAndProps: (view: View, children: View[], props: View['props']) => ({
      ...view,
      props: { ...view.props, ...props },
      children,
    }),
    createChildSet: (): View[] => [],
    appendChild(parent: View, child: View): View {
      parent.children.push(child);
      return parent;
    },
    appendChildToSet: (set: View[], child: View) => void set.push(child),
    completeRoot(_root: number, set: readonly View[]): void {
      shown = set;
    },
    registerEventHandler: () => {},
    unstable_getCurrentEventPriority: () => 0,
    unstable_DefaultEventPriority: 0,
    unstable_DiscreteEventPriority: 1,
  };
  return {
    manager: answeringAll(manager),
    /** The texts on the screen, in order. */
    texts: () => shown.flatMap(textsOf),
  };
}

const textsOf = ({ name, props, children }: View): string[] =>
  name === 'RCTRawText' ? [props.text ?? ''] : children.flatMap(textsOf);

/** An object of the system: what it is asked beyond these members does nothing. */
export function answeringAll<Members extends object>(members: Members): Members {
  return new Proxy(members, {
    get(target, name, receiver) {
      if (name in target || typeof name !== 'string') return Reflect.get(target, name, receiver);
      return name === 'getConstants' ? () => ({}) : () => undefined;
    },
  });
}
