import type { App } from '../../account/account.tsx';

interface PagePreviewProps {
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly app: App | null;
}

/**
 * What the landing page and previews in messengers show. The image is named and not loaded: the console asks nothing of
 * another host.
 */
export function PagePreview({ title, description, imageUrl, app }: PagePreviewProps) {
  const image = imageUrl || app?.image_url;
  const text = description || app?.description;
  return (
    <figure className="page-preview">
      <figcaption className="label">Landing page and previews</figcaption>
      {title || app?.app_store_id ? (
        <div className="page-preview-card">
          {image && <p className="page-preview-image">{image}</p>}
          <p className="page-preview-title">{title || app?.name}</p>
          {text && <p>{text}</p>}
        </div>
      ) : (
        <p className="hint">None: the link has no title, and its app no App Store id.</p>
      )}
    </figure>
  );
}
