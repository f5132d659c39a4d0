import { useAccount } from '../../account/account.tsx';
import { mayHave } from '../../account/role.ts';
import { useRead } from '../../client/use-read.ts';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../values/values.tsx';
import { ClearOverrides } from './clear-overrides.tsx';
import { EditOverrides } from './edit-overrides.tsx';
import { SettingTable } from './setting-table.tsx';

/** What the account's SDKs are told: its own settings, and the platform's for the rest. */
export function SdkConfigPage() {
  const { role } = useAccount();
  const answer = useRead('get_sdk_config', {});
  const isOwner = mayHave(role, 'account-owner');
  return (
    <Page
      title="SDK configuration"
      intro="SDKs of all apps get it the next time they resolve their key, at every start."
    >
      <Loaded of={answer}>
        {(shown) => (
          <>
            <Card title="In effect" actions={isOwner && shown.overridden.length > 0 && <ClearOverrides />}>
              <SettingTable of={shown} />
              {shown.updated_at !== null && (
                <p className="hint">
                  Last changed <Time at={shown.updated_at} />.{shown.notes && ` Notes: ${shown.notes}`}
                </p>
              )}
            </Card>
            {isOwner && (
              <Card title="Override">
                <EditOverrides key={shown.updated_at} of={shown} />
              </Card>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
