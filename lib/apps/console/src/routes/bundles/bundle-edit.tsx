import { useMemo, type ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { EditDialog } from '@scangate/console/parts/overlays/edit-dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import { BundleFields } from './bundle-fields.tsx';
import { bundleBody, bundleErrors, keyOfMember, type Bundle, type BundleRequest } from './bundle-request.ts';
import { useMemberNames } from './use-member-names.ts';

const labels: Record<keyof BundleRequest, string> = {
  name: bundleMessages.name,
  members: bundleMessages.members,
};

interface BundleEditProps {
  current: Version<Bundle>;
  refetch: () => unknown;
  onClose: () => void;
}

/** Changes the name and the members of a bundle. Its releases stay as they are. */
export const BundleEdit = ({ current, refetch, onClose }: BundleEditProps): ReactElement => {
  const { bundleId, name, members } = current.value;
  const version = useMemo(
    () => ({ value: { name, members }, etag: current.etag }),
    [name, members, current.etag],
  );
  const nameOf = useMemberNames(members) ?? keyOfMember;
  const save = useApiAction('change-bundle', { invalidates: ['get-bundle', 'list-bundles'] });
  return (
    <EditDialog<BundleRequest, ReturnType<typeof bundleErrors>>
      title={bundleMessages.editTitle}
      submit={bundleMessages.save}
      draft={`bundle:${bundleId}`}
      current={version}
      refetch={refetch}
      errorsIn={bundleErrors}
      act={save}
      send={({ value, etag }) =>
        save.run({ params: { bundleId }, headers: { 'If-Match': etag }, body: bundleBody(value) })
      }
      onClose={onClose}
      labels={labels}
      textOf={(field, bundle) => (field === 'name' ? bundle.name : bundle.members.map(nameOf).join(', '))}
    >
      {(fields) => <BundleFields {...fields} />}
    </EditDialog>
  );
};
