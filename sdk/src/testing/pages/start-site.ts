import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Service } from '../start-service.ts';

/** Files of a site by their paths, each with its content type. */
export type SiteFiles = Record<string, [type: string, content: string]>;

/** A site that serves these files and forwards everything else to the service, under one origin. */
export async function startSite(service: Service, files: SiteFiles): Promise<string> {
  const server = createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const file = files[path];
    if (file) return response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).filter(
      ([name]) => /^(content|x)-/.test(name) && name !== 'content-length',
    );
    const passedOn = fetch(service.url + request.url, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const answer = await passedOn.catch(() => undefined);
    if (!answer) return response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
