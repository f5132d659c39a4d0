/** A source file, as dependency-cruiser describes it. */
export interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

type Graph = Map<string, Set<string>>;

/**
 * Finds what imports itself by way of what stands beside it. In each folder, every folder and every file that it holds
 * is one thing, whatever is inside: a registry may import the folder of its variants, and these the interface beside
 * the registry, but two folders may not import each other, through however many others. Imports of types count.
 *
 * @returns each circle as the things in it, sorted.
 */
export function findFolderCircles(modules: readonly Module[]): string[][] {
  const graphs = new Map<string, Graph>();
  const sources = new Set(modules.map(({ source }) => source));
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      if (!sources.has(resolved) || resolved === source) continue;
      const [folder, from, to] = besideEachOther(source, resolved);
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(to)));
    }
  }
  return [...graphs.values()].flatMap(circlesIn);
}

/** The innermost folder that holds both, and what holds each of them in there. */
function besideEachOther(a: string, b: string): [folder: string, a: string, b: string] {
  const [as, bs] = [a.split('/'), b.split('/')];
  const shared = as.findIndex((part, i) => part !== bs[i]);
  const upTo = (parts: readonly string[], end: number) => parts.slice(0, end).join('/');
  return [upTo(as, shared), upTo(as, shared + 1), upTo(bs, shared + 1)];
}

function circlesIn(graph: Graph): string[][] {
  const circles = new Set<string>();
  for (const [start] of graph) {
    const reached = reachableFrom(start, graph);
    if (!reached.has(start)) continue;
    const circle = [...reached].filter((other) => reachableFrom(other, graph).has(start));
    circles.add(circle.toSorted().join(' '));
  }
  return [...circles].map((circle) => circle.split(' '));
}

function reachableFrom(start: string, graph: Graph): Set<string> {
  const reached = new Set<string>();
  const next = [...(graph.get(start) ?? [])];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    next.push(...(graph.get(at) ?? []));
  }
  return reached;
}
