import type { ItemOf } from '@scangate/client';
import { useEffect, useState, type ReactElement } from 'react';
import { newScanMessages } from '@scangate/console/messages/gate/scans.ts';
import { Combobox } from '@scangate/console/parts/forms/combobox.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { useDelayed } from '@scangate/console/parts/forms/use-delayed.ts';
import { cutMiddle, markedText } from '@scangate/console/parts/text/marked-text.ts';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useRepositorySearch } from '@scangate/console/routes/pickers/use-repository-search.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { isCommitHash, type ScanChoice } from './scan-request.ts';

export type Repository = ItemOf<'list-repositories'>;

interface FieldsProps {
  choice: ScanChoice;
  change: (change: Partial<ScanChoice>) => void;
}

/** Chooses a repository by a part of its name. */
export const RepositoryField = ({ choice, change }: FieldsProps): ReactElement => {
  const { items, isSearching, search } = useRepositorySearch();
  const chosen = useRead(
    'get-repository',
    { params: { repositoryId: choice.repositoryId } },
    {
      enabled: choice.repositoryId !== '' && !items.some((item) => item.repositoryId === choice.repositoryId),
    },
  );
  const known = chosen.data ? [chosen.data, ...items] : items;
  return (
    <Combobox
      label={newScanMessages.repository}
      placeholder={newScanMessages.chooseRepository}
      value={choice.repositoryId}
      onChange={(repositoryId) => change({ repositoryId, branch: '', commitHash: '', projectUnitId: '' })}
      onSearch={search}
      loading={isSearching}
      options={known.map(({ repositoryId, fullName }) => ({ value: repositoryId, label: fullName }))}
      required
    />
  );
};

/** Chooses a branch, as the code host names them now. */
export const BranchField = ({ choice, change }: FieldsProps): ReactElement => {
  const [typed, setTyped] = useState('');
  const q = useDelayed(typed.trim());
  const { repositoryId } = choice;
  const reading = useRead(
    'list-branches',
    { params: { repositoryId }, query: { limit: 50, ...(q !== '' && { q }) } },
    { enabled: repositoryId !== '' },
  );
  const items = reading.data?.items ?? [];
  const pointsAt = items.find(({ name }) => name === choice.branch)?.commitHash;
  const isOpen = choice.commitHash === '' && pointsAt !== undefined;
  // A link may name the branch alone; the commit is where the branch points now.
  useEffect(() => {
    if (isOpen) change({ commitHash: pointsAt });
    // oxlint-disable-next-line react/exhaustive-deps -- `change` is new in every render and means the same
  }, [isOpen, pointsAt]);
  const isListed = choice.branch === '' || items.some(({ name }) => name === choice.branch);
  const options = items.map(({ name, commitHash }) => ({
    value: name,
    label: name,
    note: commitHash.slice(0, 12),
  }));
  return (
    <>
      <Combobox
        label={newScanMessages.branch}
        placeholder={newScanMessages.chooseBranch}
        value={choice.branch}
        onChange={(branch) =>
          change({ branch, commitHash: items.find(({ name }) => name === branch)?.commitHash ?? '' })
        }
        onSearch={setTyped}
        loading={reading.isFetching}
        options={isListed ? options : [{ value: choice.branch, label: choice.branch }, ...options]}
      />
      {reading.error && <ProblemPanel error={reading.error} onRetry={() => void reading.refetch()} />}
    </>
  );
};

/** The commit: where the branch points, or any other one. */
export const CommitField = ({ choice, change }: FieldsProps): ReactElement => (
  <TextField
    label={newScanMessages.commit}
    help={choice.source === 'file' ? newScanMessages.fileCommitHelp : newScanMessages.commitHelp}
    error={
      choice.commitHash !== '' && !isCommitHash(choice.commitHash) ? newScanMessages.commitInvalid : undefined
    }
    mono
    value={choice.commitHash}
    onChange={(text) => change({ commitHash: text.trim().toLowerCase() })}
    required
  />
);

const unitLength = 80;

/** The unit that a dropped file belongs to. */
export const UnitField = ({ choice, change }: FieldsProps): ReactElement => {
  const { repositoryId } = choice;
  const reading = useRead('get-repository', { params: { repositoryId } }, { enabled: repositoryId !== '' });
  const units = reading.data?.projectUnits ?? [];
  return (
    <Select
      label={newScanMessages.unit}
      help={newScanMessages.unitHelp}
      value={choice.projectUnitId}
      onChange={(projectUnitId) => change({ projectUnitId })}
      options={[
        { value: '', label: newScanMessages.chooseUnit },
        ...units.map(({ projectUnitId, path, type }) => ({
          value: projectUnitId,
          label: newScanMessages.unitOption(
            path === '' ? newScanMessages.rootUnit : cutMiddle(markedText(path), unitLength),
            markedText(type),
          ),
        })),
      ]}
    />
  );
};
