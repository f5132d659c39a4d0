import { qrCodeSvg } from '../qr-code-svg.ts';

/** A code takes 2 to 4 KB, and 1 ms to make. */
const MAX_KEPT = 1000;

const kept = new Map<string, Promise<string>>();

/** The QR code of a link's address as an SVG; the last ones are kept. */
export function keptQrCode(url: string): Promise<string> {
  const known = kept.get(url);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const code = qrCodeSvg(url).then((svg) => svg.slice(svg.indexOf('<svg')).trim());
  kept.set(url, code);
  code.catch(() => kept.delete(url));
  return code;
}
