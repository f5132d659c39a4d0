/** The URL of the same database on another node, by its address in the coordinator's list. */
export function nodeUrl(
  url: string,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  const address = new URL(url);
  address.searchParams.delete('host');
  address.searchParams.delete('port');
  address.hostname = host;
  address.port = String(port);
  return address.href;
}
