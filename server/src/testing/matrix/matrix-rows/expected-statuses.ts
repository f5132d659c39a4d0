// One status per caller, in the order of CALLERS.

export const MARKETER_OF_APP = [401, 401, 401, 403, 403, 200, 200, 200, 403, 404];
export const DEVELOPER_OF_APP = [401, 401, 401, 403, 403, 403, 200, 200, 403, 404];
export const VIEWER_OF_APP = [401, 401, 401, 403, 200, 200, 200, 200, 403, 404];

export const OWNER_OF_TEAM = [401, 401, 401, 403, 403, 403, 403, 200, 403, 404];
/** For procedures that name no resource: the other tenant succeeds in its own account. */
export const ACCOUNT_OWNER = [401, 401, 401, 403, 403, 403, 403, 200, 403, 200];
export const MEMBER = [401, 401, 401, 403, 200, 200, 200, 200, 200, 200];
export const PERSON = [401, 401, 401, 200, 200, 200, 200, 200, 200, 200];

/** The same, where success has no body. */
export function withoutAnswer(expected: readonly number[]): number[] {
  return expected.map((status) => (status === 200 ? 204 : status));
}
