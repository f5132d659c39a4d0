import { useState } from 'react';
import { Card } from '../../parts/card.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { download } from '../../parts/download.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { useAsk } from './use-ask.ts';

interface SetUp {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** The second factor: set up, recovery codes, removed. */
export function SecondFactorCard({ isOn }: { isOn: boolean }) {
  const ask = useAsk();
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card title="Second factor">
      {codes && <RecoveryCodes codes={codes} />}
      {isOn ? (
        <TurnedOn onCodes={setCodes} />
      ) : setUp ? (
        <FirstCode
          setUp={setUp}
          onDone={() => {
            setCodes(setUp.backupCodes);
            setSetUp(null);
          }}
        />
      ) : (
        <Form
          submit="Set up a second factor"
          onSubmit={async ({ password = '' }) =>
            setSetUp(await ask<SetUp>('/two-factor/enable', { password }))
          }
        >
          <p>Besides your password, sign-in then asks for a code of an authenticator app.</p>
          <Password />
        </Form>
      )}
    </Card>
  );
}

function FirstCode({ setUp: { totpURI }, onDone }: { setUp: SetUp; onDone(): void }) {
  const ask = useAsk();
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return (
    <Form
      submit="Turn it on"
      onSubmit={async ({ code = '' }) => {
        await ask('/two-factor/verify-totp', { code });
        onDone();
      }}
    >
      <p>
        <a href={totpURI}>Open it in an authenticator app</a>, or enter this secret there. Then enter the code
        that the app shows.
      </p>
      <CopyText text={secret} label="Copy the secret" />
      <Field label="Code" name="code" autoComplete="one-time-code" inputMode="numeric" required />
    </Form>
  );
}

function TurnedOn({ onCodes }: { onCodes(codes: readonly string[] | null): void }) {
  const ask = useAsk();
  return (
    <>
      <p>It is on: sign-in asks for a code of your authenticator app.</p>
      <Form
        submit="Make new recovery codes"
        isCleared
        onSubmit={async ({ password = '' }) => {
          const { backupCodes } = await ask<SetUp>('/two-factor/generate-backup-codes', { password });
          onCodes(backupCodes);
        }}
      >
        <Password />
      </Form>
      <Form
        submit="Turn it off"
        isCleared
        onSubmit={async ({ password = '' }) => {
          await ask('/two-factor/disable', { password });
          onCodes(null);
        }}
      >
        <Password />
      </Form>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status">
      <p>
        Your recovery codes. Each lets you in once where the app is lost. They are shown this once: store
        them.
      </p>
      <CopyText text={codes.join('\n')} label="Copy the recovery codes" isBlock />
      <button
        type="button"
        onClick={() => download('recovery-codes.txt', 'text/plain', `${codes.join('\n')}\n`)}
      >
        Download the recovery codes
      </button>
    </div>
  );
}

const Password = () => (
  <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
);
