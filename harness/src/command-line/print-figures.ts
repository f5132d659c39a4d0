/** Prints what the rows after it are about. */
export function printHeading(title: string): void {
  console.log(`\n${title}`);
}

/** Prints a result: its name and its figures. */
export function printRow(name: string, figures: string): void {
  console.log(`  ${name.padEnd(36)} ${figures}`);
}

/** Rounds to a whole number with thousands separators. */
export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en');
}
