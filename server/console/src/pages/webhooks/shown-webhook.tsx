import type { OutputOf } from '../../client/procedures.ts';
import { SERVICE_PATH } from '../../http/service-path.ts';
import { Card } from '../../parts/card.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { nameOfProvider } from './providers.ts';

export type MadeWebhook = OutputOf<'create_payment_webhook'>;

/** What to enter at the provider. The secret is shown this once. */
export function ShownWebhook({ made, onDone }: { made: MadeWebhook; onDone(): void }) {
  return (
    <Card
      title={`Your new webhook: ${nameOfProvider(made.provider)}`}
      actions={
        <button type="button" onClick={onDone}>
          I have entered it
        </button>
      }
    >
      <p>Enter this address at the provider:</p>
      <CopyText text={addressOf(made.webhook_url)} label="Copy the address" />
      {made.signing_secret && (
        <>
          <p role="status">And this secret, which is shown this once:</p>
          <CopyText text={made.signing_secret} label="Copy the secret" />
        </>
      )}
    </Card>
  );
}

/** The whole address of a webhook, at this service. */
export const addressOf = (path: string): string => location.origin + SERVICE_PATH + path;
