/** Has the browser keep a text as a file. */
export function download(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Has the browser keep what it holds in memory as a file. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
