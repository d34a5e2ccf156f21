import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { relativeTime } from '@scangate/console/messages/format.ts';
import { compareMessages } from '@scangate/console/messages/gate/compare.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { cutMiddle, markedText } from '@scangate/console/parts/text/marked-text.ts';

interface ComparePickerProps {
  scans: readonly ItemOf<'list-scans'>[];
  value: string;
  onChange: (scanId: string) => void;
}

const branchLength = 40;

/** Chooses the scan to compare with, among the recent ones of the repository. */
export const ComparePicker = ({ scans, value, onChange }: ComparePickerProps): ReactElement => {
  const options = scans.map(({ scanId, commitHash, branch = '', createdAt }) => ({
    value: scanId,
    label: compareMessages.option(
      commitHash.slice(0, 12),
      cutMiddle(markedText(branch), branchLength),
      relativeTime(createdAt),
    ),
  }));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      label={compareMessages.with}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: compareMessages.nothing },
        ...(isKnown ? [] : [{ value, label: compareMessages.otherScan }]),
        ...options,
      ]}
    />
  );
};
