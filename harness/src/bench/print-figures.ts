/** How benches print what they measured: headings, and rows of a name and its figures. */

export function heading(title: string): void {
  console.log(`\n${title}`);
}

export function row(name: string, figures: string): void {
  console.log(`  ${name.padEnd(36)} ${figures}`);
}

/** A whole number, in groups of three. */
export function rate(value: number): string {
  return Math.round(value).toLocaleString('en');
}
