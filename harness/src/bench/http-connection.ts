import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly body: string;
}

const LAST_CHUNK = '0\r\n\r\n';

/**
 * A keep-alive HTTP/1.1 connection with one request in flight at a time. It does as little as possible, so that the
 * load generator leaves the CPU to what is measured. A chunked body must not contain `0` and an empty line.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #settle: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
      socket.once('error', reject);
    });
  }

  /** @param request a complete request, head and body */
  send(request: Uint8Array): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, headEnd + 2))?.[1];
    // Without a length the response is chunked, and its last chunk is empty.
    const end =
      length === undefined
        ? this.#received.indexOf(LAST_CHUNK, headEnd + 4) + LAST_CHUNK.length
        : headEnd + 4 + Number(length);
    if (this.#received.length < end || end < headEnd + 4) return;
    const answer = {
      status: Number(this.#received.slice(9, 12)),
      head: this.#received.slice(0, headEnd),
      body: this.#received.slice(headEnd + 4, end),
    };
    this.#received = this.#received.slice(end);
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(answer);
  }

  #fail(error: Error): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.reject(error);
  }
}
