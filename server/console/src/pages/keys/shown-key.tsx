import { Card } from '../../parts/card.tsx';
import { CopyText } from '../../parts/copy-text.tsx';

/** A key that was just made. */
export interface IssuedKey {
  readonly api_key: string;
  readonly key_id: string;
  readonly label: string;
  readonly app_id: string;
}

/** Shows a new key, once. */
export function ShownKey({ issued, onDone }: { issued: IssuedKey; onDone(): void }) {
  return (
    <Card
      title={`Your new key: ${issued.label}`}
      actions={
        <button type="button" onClick={onDone}>
          I have stored it
        </button>
      }
    >
      <p role="status">
        It is shown this once and cannot be recovered. If it is lost, revoke it and make a new one.
      </p>
      <CopyText text={issued.api_key} label="Copy the key" />
    </Card>
  );
}
