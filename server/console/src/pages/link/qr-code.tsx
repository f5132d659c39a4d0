import { useRef, useState } from 'react';
import { SERVICE_PATH } from '../../http/service-path.ts';
import { saveBlob } from '../../parts/download.ts';

/** Pixels of a side: sharp in print on a hand's breadth. */
const PNG_SIDE = 1024;

/** The QR code of a link, as the service draws it, to keep as SVG or PNG. */
export function QrCode({ slug, domain }: { slug: string; domain: string | null }) {
  const image = useRef<HTMLImageElement>(null);
  const [isFailed, setFailed] = useState(false);
  const query = domain === null ? '' : `?domain=${encodeURIComponent(domain)}`;
  const address = `${SERVICE_PATH}/l/${encodeURIComponent(slug)}/qr${query}`;
  if (isFailed) return <p>There is no QR code: at this address there is no link now.</p>;
  return (
    <div className="qr-code">
      <img
        ref={image}
        src={address}
        alt={`QR code of /${slug}`}
        width={200}
        height={200}
        onError={() => setFailed(true)}
      />
      <div className="actions">
        <a className="button" href={address} download={`${slug}.svg`}>
          SVG
        </a>
        <button type="button" onClick={() => image.current && void savePng(image.current, `${slug}.png`)}>
          PNG
        </button>
      </div>
    </div>
  );
}

async function savePng(image: HTMLImageElement, name: string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = PNG_SIDE;
  canvas.height = PNG_SIDE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png) saveBlob(name, png);
}
