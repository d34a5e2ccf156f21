import { useParams, useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { pickerMessages } from '@scangate/console/messages/organization/pickers.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { BundleEdit } from './bundle-edit.tsx';
import { keyOfMember, type Bundle } from './bundle-request.ts';
import { ReleaseList } from './release-list.tsx';
import { useMemberNames } from './use-member-names.ts';

/** Holds a line for each member from the first, so that nothing below moves when the names come. */
const Members = ({ members }: Pick<Bundle, 'members'>): ReactElement => {
  const nameOf = useMemberNames(members);
  return (
    <ul>
      {members.map((member) => (
        <li key={keyOfMember(member)}>
          <Text value={nameOf?.(member) ?? pickerMessages.unread} cut="middle" />
        </li>
      ))}
    </ul>
  );
};

const RemoveDialog = ({ bundle, onClose }: { bundle: Bundle; onClose: () => void }): ReactElement => {
  const { bundleId, name } = bundle;
  const router = useRouter();
  const { organizationId } = useSession().organization;
  const remove = useApiAction('remove-bundle', {
    invalidates: ['list-bundles'],
    onDone: () => void router.navigate({ to: pageHref(organizationId, { to: 'bundles' }) }),
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={bundleMessages.removeTitle(name)}
      confirm={bundleMessages.remove}
      typeToConfirm={name}
      onConfirm={() => void remove.run({ params: { bundleId } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {bundleMessages.removeText}
    </ConfirmDialog>
  );
};

const Content = ({
  current,
  refetch,
}: {
  current: Version<Bundle>;
  refetch: () => unknown;
}): ReactElement => {
  const { role } = useSession();
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const { value: bundle } = current;
  const close = (): void => setDialog(undefined);
  return (
    <Stack gap={6}>
      <Panel
        title={<Text value={bundle.name} cut="middle" />}
        actions={
          managers.includes(role) && (
            <>
              <Button onClick={() => setDialog('edit')}>{bundleMessages.edit}</Button>
              <Button kind="danger" onClick={() => setDialog('remove')}>
                {bundleMessages.remove}
              </Button>
            </>
          )
        }
      >
        <KeyValue
          items={[
            { label: bundleMessages.members, value: <Members members={bundle.members} /> },
            { label: bundleMessages.created, value: <Instant at={bundle.createdAt} mode="day" /> },
          ]}
        />
      </Panel>
      <ReleaseList bundle={bundle} />
      {dialog === 'edit' && <BundleEdit current={current} refetch={refetch} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog bundle={bundle} onClose={close} />}
    </Stack>
  );
};

/** One bundle and its releases. */
export default function BundlePage(): ReactElement {
  const { bundleId = '' } = useParams({ strict: false }) as { bundleId?: string };
  const bundle = useVersion('get-bundle', { params: { bundleId } });
  return (
    <Page title={pageTitles.bundle}>
      <Panel reading={bundle} rows={6}>
        {(current) => <Content current={current} refetch={bundle.refetch} />}
      </Panel>
    </Page>
  );
}
