import { parseSync, Visitor } from 'rolldown/utils';

/** One deliberate mistake: the source with the text from `start` to `end` replaced. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What was done, as `negate condition`. */
  readonly mistake: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

/** A mistake in what is logged or thrown is one of wording, which tests need not find. */
const WORDING = /^(log|logger)\.|^throw\b|^console\./;

/** The mistakes that can be made in one source, in the order of its text. */
export function findMutants(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const mutants: Mutant[] = [];
  const wording: Span[] = [];
  const text = ({ start, end }: Span) => source.slice(start, end);
  const add = (mistake: string, { start, end }: Span, replacement: string) =>
    mutants.push({ path, line: lineOf(source, start), start, end, replacement, mistake });
  const negate = (test: Span) => add('negate condition', test, `!(${text(test)})`);
  const takeWording = (node: Span) => {
    if (WORDING.test(text(node))) wording.push(node);
  };
  const swap = (node: Span & { operator: string; left: Span; right: Span }) => {
    const opposite = OPPOSITES[node.operator];
    if (opposite === undefined) return;
    const between = source.slice(node.left.end, node.right.start).replace(node.operator, opposite);
    add(`${node.operator} becomes ${opposite}`, { start: node.left.end, end: node.right.start }, between);
  };
  new Visitor({
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    BinaryExpression: swap,
    LogicalExpression(node) {
      if (node.operator === '??') add('drop fallback', node, text(node.left));
      else swap(node);
    },
    UnaryExpression({ operator, argument, start, end }) {
      if (operator === '!') add('drop !', { start, end }, text(argument));
    },
    ExpressionStatement(node) {
      takeWording(node);
      if (!('directive' in node && node.directive)) add('drop statement', node, ';');
    },
    ThrowStatement: takeWording,
    CallExpression: takeWording,
    ReturnStatement(node) {
      if (node.argument === null) add('drop return', node, ';');
    },
    Literal(node) {
      if (typeof node.value === 'boolean') add('flip boolean', node, String(!node.value));
      if (typeof node.value === 'number') add('one more', node, `(${node.raw} + 1)`);
    },
  }).visit(program);
  return mutants
    .filter((mutant) => !wording.some(({ start, end }) => start <= mutant.start && mutant.end <= end))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The source with the mistake in it. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
