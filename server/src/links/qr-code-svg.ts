/** A URL as a QR code, an SVG that scales to any size; readable with 15 % of it damaged. */
export async function qrCodeSvg(url: string): Promise<string> {
  // Loaded with the first code, so that the service starts faster.
  const { toString: toQrCode } = await import('qrcode');
  return toQrCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
}
