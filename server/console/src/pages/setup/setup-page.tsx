import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../account/account.tsx';
import { homePath } from '../../address/home-path.ts';
import { useChange } from '../../client/use-change.ts';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';

/** The first steps: an account, an app, a key. */
export function SetupPage() {
  const { account, apps } = useAccount();
  return (
    <Page title="Set up" intro="From nothing to the first event.">
      {!account ? <NewAccount /> : apps.length === 0 ? <NewApp /> : <Ready />}
    </Page>
  );
}

function NewAccount() {
  const queries = useQueryClient();
  const create = useChange('create_account', []);
  return (
    <Card title="1. Your account">
      <Form
        submit="Make the account"
        onSubmit={async ({ name = '' }) => {
          await create.mutateAsync({ p_name: name });
          await queries.resetQueries();
        }}
      >
        <Field label="Name of the account" name="name" hint="Mostly the name of your company." required />
      </Form>
      <p className="hint">You were invited? Open the link of the mail instead: it takes you into the team.</p>
    </Card>
  );
}

function NewApp() {
  const create = useChange('create_app', ['list_accounts']);
  return (
    <Card title="2. Your app">
      <Form
        submit="Make the app"
        onSubmit={({ name = '', bundle_id = '' }) =>
          create.mutateAsync({ p_name: name, p_bundle_id: bundle_id })
        }
      >
        <Field label="Name" name="name" required />
        <Field label="Bundle id" name="bundle_id" hint="Such as com.example.shop." required />
      </Form>
    </Card>
  );
}

function Ready() {
  return (
    <Card title="3. A key">
      <p>
        <Link to={'/keys' as never}>Make a key</Link> and start the SDK with it, then look at the{' '}
        <Link to={homePath as never}>overview</Link>.
      </p>
    </Card>
  );
}
