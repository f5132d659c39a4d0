const NO_CERTIFICATE = 'the certificate is not one that others trust';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name does not resolve',
  ETIMEOUT: 'the name servers do not answer',
  ESERVFAIL: 'the name servers do not answer',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is of another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: NO_CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${NO_CERTIFICATE}: an intermediate one may be missing`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `${NO_CERTIFICATE}: an intermediate one may be missing`,
};

/** Why a request got no answer, for people. */
export function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the request failed';
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1000} s`;
  const code = 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? `the request failed${code && ` (${code})`}`;
}
