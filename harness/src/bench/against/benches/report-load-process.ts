import { type LoadPace, sendLoad } from '../../send-load.ts';

/** Paths that are asked for in turns. */
export interface ReportLoad extends LoadPace {
  readonly paths: readonly string[];
  readonly headers: readonly string[];
  readonly requests: number;
}

process.on('message', (load: ReportLoad) => {
  const { paths, headers } = load;
  const requests = Array.from({ length: load.requests }, (_, turn) =>
    Buffer.from(
      [`GET ${paths[turn % paths.length]} HTTP/1.1`, 'host: bench', ...headers, '\r\n'].join('\r\n'),
    ),
  );
  return sendLoad(load, requests, ({ status, body }) => {
    if (status !== 200) throw new Error(`a report was answered ${status} ${body}`);
  });
});
