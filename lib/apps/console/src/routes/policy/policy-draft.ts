import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import { compareEdits } from '@scangate/console/session/merge-edits.ts';

type GateSettings = Omit<BodyOfResponse<'get-gate', 200>, 'proposal'>;
export type PolicyChange = ArgumentsOf<'change-gate'>[0]['body'];

/** The parts of the policy whose settings are changed one by one. */
const groups = ['testFolders', 'licensePolicy', 'sourcePolicy', 'failOn', 'ignore'] as const;
type Group = (typeof groups)[number];

type SettingsOf<G extends Group> = {
  [K in keyof GateSettings[G] & string as `${G}.${K}`]: GateSettings[G][K];
};

/** The policy as it is edited, each setting by its path, so that two people can edit two settings of one part. */
export type Policy = Omit<GateSettings, Group> &
  SettingsOf<'testFolders'> &
  SettingsOf<'licensePolicy'> &
  SettingsOf<'sourcePolicy'> &
  SettingsOf<'failOn'> &
  SettingsOf<'ignore'>;

export type SettingName = keyof Policy;

const isGroup = (name: string): boolean => groups.some((group) => group === name);

/** Returns the settings that can be edited; a proposal that waits is none of them. One that this page does not know stays. */
export const settingsOf = ({ proposal: _proposal, ...policy }: BodyOfResponse<'get-gate', 200>): Policy =>
  Object.fromEntries(
    Object.entries(policy).flatMap(([name, value]) =>
      isGroup(name)
        ? Object.entries(value).map(([setting, inner]) => [`${name}.${setting}`, inner])
        : [[name, value]],
    ),
  ) as Policy;

/** The settings that differ from the version that the edit began with. What is not sent stays as it is. */
export const changeOf = (base: Policy, edited: Policy): PolicyChange => {
  const change: Record<string, unknown> = {};
  for (const { name, mine } of compareEdits({ base, mine: edited, theirs: base })) {
    const [group = '', setting] = name.split('.');
    change[group] = setting === undefined ? mine : { ...Object(change[group]), [setting]: mine };
  }
  return change;
};

/** A share of 1 as percent in a field; empty for none. Six digits hide what a computer adds to 0.07. */
export const percentOf = (share: number | null): string =>
  share === null ? '' : String(Number((share * 100).toFixed(6)));

/** Reads such a field. A text that is no number is 0, which the policy never has and the service refuses. */
export const shareOf = (text: string): number | null => {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d{1,3}(?:\.\d{1,6})?$/.test(typed) ? Number((Number(typed) / 100).toFixed(8)) : 0;
};
