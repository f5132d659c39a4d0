import type { LinkPlan } from './plan-links.ts';

/** What a plan would do, a line for each link and for each member that changes. */
export function describePlan({ changes, unchanged }: LinkPlan): string[] {
  const lines = changes.flatMap(({ name, link, columns, differs }) =>
    link === null
      ? [`+ ${name} -> ${columns.fallbackUrl}`]
      : [
          `~ ${name}`,
          ...differs.map((member) => `    ${member}: ${show(link[member])} -> ${show(columns[member])}`),
        ],
  );
  const made = changes.filter(({ link }) => link === null).length;
  return [...lines, `${made} new, ${changes.length - made} changed, ${unchanged} unchanged`];
}

function show(value: unknown): string {
  return JSON.stringify(value ?? null);
}
