import type { LinkPlan } from './plan-links.ts';

/** What a plan would do, a line for each link and for each member that changes. */
export function describePlan({ changes, unchanged }: LinkPlan): string[] {
  const lines = changes.flatMap(({ slug, link, columns, differs }) =>
    link === null
      ? [`+ ${slug} -> ${columns.fallbackUrl}`]
      : [`~ ${slug}`, ...differs.map((name) => `    ${name}: ${show(link[name])} -> ${show(columns[name])}`)],
  );
  const made = changes.filter(({ link }) => link === null).length;
  return [...lines, `${made} new, ${changes.length - made} changed, ${unchanged} unchanged`];
}

function show(value: unknown): string {
  return JSON.stringify(value ?? null);
}
