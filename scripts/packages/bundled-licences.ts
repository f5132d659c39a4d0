import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The licences of the packages that files are from, with their names and versions: what has to go with a bundle. */
export async function bundledLicences(files: readonly string[]): Promise<string> {
  const folders = [...new Set(files.map(packageFolder))];
  const texts = await Promise.all(folders.map(describeLicence));
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

/** `/x/node_modules/@a/b/dist/c.js` -> `/x/node_modules/@a/b` */
function packageFolder(file: string): string {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  if (folder === undefined) throw new Error(`${file} is in no package`);
  return folder;
}

async function describeLicence(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), 'utf8');
  return `Contains parts of ${name} ${version}:\n\n${text.trim()}\n`;
}
