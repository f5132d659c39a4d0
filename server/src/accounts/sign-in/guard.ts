import type { Session } from '../../platform/auth/session/read-session.ts';
import type { Services } from '../../platform/services.ts';
import type { LibraryAnswer, LibraryRequest } from './ask-sign-in-library.ts';

/** A request that is about to be passed to the sign-in library. */
interface GuardedRequest {
  readonly services: Services;
  readonly request: LibraryRequest;
  /** The caller's session, if the endpoint requires one. */
  readonly session: Session | undefined;
  /** Passes the request to the library. */
  ask(): Promise<LibraryAnswer>;
}

/** Decides whether a request is passed to the library and interprets the answer, or answers without it. */
export type Guard = (guarded: GuardedRequest) => Promise<LibraryAnswer>;
