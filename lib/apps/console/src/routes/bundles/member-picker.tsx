import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { pickerMessages } from '@scangate/console/messages/organization/pickers.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Combobox, type ComboboxOption } from '@scangate/console/parts/forms/combobox.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useRepositorySearch } from '@scangate/console/routes/pickers/use-repository-search.ts';
import { keyOfMember, type BundleMember } from './bundle-request.ts';
import { unitName, useMemberNames } from './use-member-names.ts';

type Repository = ItemOf<'list-repositories'>;

interface MemberPickerProps {
  value: readonly BundleMember[];
  onChange: (value: BundleMember[]) => void;
  error: string | undefined;
}

/** Most members of a bundle. */
const mostMembers = 100;

/** A repository as a whole and, where it has several, each of its units. */
const choicesOf = ({ repositoryId, fullName, projectUnits }: Repository): ComboboxOption[] => [
  { value: keyOfMember({ repositoryId }), label: fullName },
  ...(projectUnits.length < 2
    ? []
    : projectUnits.map((unit) => ({
        value: keyOfMember({ repositoryId, projectUnitId: unit.projectUnitId }),
        label: bundleMessages.unitOf(fullName, unitName(unit)),
      }))),
];

const memberOf = (key: string): BundleMember => {
  const [repositoryId = '', projectUnitId = ''] = key.split(' ');
  return { repositoryId, ...(projectUnitId !== '' && { projectUnitId }) };
};

const Chosen = ({ value, onChange }: Pick<MemberPickerProps, 'value' | 'onChange'>): ReactElement => {
  const nameOf = useMemberNames(value) ?? (({ repositoryId }: BundleMember) => repositoryId);
  return (
    <ul aria-label={bundleMessages.members}>
      {value.map((member) => (
        <li key={keyOfMember(member)}>
          <Row gap={2} wrap={false}>
            <Text value={nameOf(member)} cut="middle" />
            <Button
              kind="quiet"
              icon="close"
              label={pickerMessages.remove(nameOf(member))}
              onClick={() => onChange(value.filter((one) => keyOfMember(one) !== keyOfMember(member)))}
            />
          </Row>
        </li>
      ))}
    </ul>
  );
};

/** Chooses what is shipped together: repositories, or units of them, by names that the service searches. */
export const MemberPicker = ({ value, onChange, error }: MemberPickerProps): ReactElement => {
  const { items, isSearching, search } = useRepositorySearch();
  const chosen = new Set(value.map(keyOfMember));
  const options = items.flatMap(choicesOf).filter((choice) => !chosen.has(choice.value));
  return (
    <Stack gap={2}>
      <Combobox
        label={bundleMessages.members}
        help={[bundleMessages.membersHelp, pickerMessages.most(mostMembers)].join(' ')}
        error={error}
        value=""
        onChange={(key) => value.length < mostMembers && onChange([...value, memberOf(key)])}
        onSearch={search}
        loading={isSearching}
        options={options}
        required
      />
      {value.length > 0 && <Chosen value={value} onChange={onChange} />}
    </Stack>
  );
};
