import { spawnSync } from 'node:child_process';

/** A key and a certificate of that name, signed by itself. */
export function makeCertificate(name: string): { key: string; cert: string } {
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const { stdout } = spawnSync('openssl', [...args, ...subject, '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
  });
  const [key = '', cert = ''] = stdout.split(/(?=-----BEGIN CERTIFICATE)/);
  return { key, cert };
}
