import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Connections on which a request may take longer to arrive: whoever reads it decides for how long. */
const patient = new WeakSet<Duplex>();

/** Leaves the time that a request may take to arrive to its reader, for this one request. */
export function waitFor({ socket }: IncomingMessage): { stop(): void } {
  patient.add(socket);
  return { stop: () => patient.delete(socket) };
}

/** Connections whose request was given up as late. */
const late = new WeakSet<Duplex>();

/** Whether a request was refused because it did not arrive in time. */
export const isRefusedAsLate = ({ socket }: IncomingMessage): boolean => late.has(socket);

/** Characters, with white space before and behind. */
const LONGEST_METHOD = 32;

const REASONS: Readonly<Record<string, [status: number, reason: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
};

/** What Node tells of it. */
interface ClientError extends NodeJS.ErrnoException {
  /** What arrived last, where that was no HTTP. */
  readonly rawPacket?: Buffer;
}

/** Answers what is late or no HTTP, and closes its connection. */
export function refuseLateRequests(server: Server): void {
  server.on('clientError', (error: ClientError, socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLate && patient.has(socket)) return;
    if (isLate) late.add(socket);
    if (socket.writable && error.code !== 'ECONNRESET' && !hasBegunAnswer(socket)) {
      const [status, reason] = REASONS[error.code ?? ''] ?? [400, 'the request is not valid HTTP'];
      socket.write(render(status, reason, mayHaveBody(error, socket)));
    }
    socket.destroy();
  });
}

/** Whether an answer has begun, which another would be mixed up with. */
function hasBegunAnswer(socket: Duplex): boolean {
  return '_httpMessage' in socket && (socket._httpMessage as { headersSent?: boolean })?.headersSent === true;
}

/** Whether the answer may have a body: the request is known, and is not HEAD. */
function mayHaveBody({ rawPacket }: ClientError, socket: Duplex): boolean {
  const { parser } = socket as { parser?: { incoming?: IncomingMessage | null } | null };
  const begun = parser?.incoming?.complete === false ? parser.incoming.method : undefined;
  const arrived = rawPacket?.subarray(0, LONGEST_METHOD).toString('latin1') ?? '';
  const method = begun ?? /^\s*([A-Z]+) /.exec(arrived)?.[1];
  return method !== undefined && method !== 'HEAD';
}

function render(status: number, reason: string, hasBody: boolean): string {
  const body = hasBody ? JSON.stringify({ error: reason }) : '';
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    '',
    body,
  ].join('\r\n');
}
