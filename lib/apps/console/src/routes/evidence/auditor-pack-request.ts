import type { ArgumentsOf } from '@scangate/client';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';

type PackBody = ArgumentsOf<'request-auditor-pack'>[0]['body'];
export type PackPart = NonNullable<PackBody['include']>[number];

/** A pack as the form has it. */
export interface PackRequest {
  from: string;
  to: string;
  include: readonly PackPart[];
  repositories: readonly ChosenRepository[];
}

export const newPack: PackRequest = { from: '', to: '', include: [], repositories: [] };

/** The kinds of what is wrong with the period. */
export const packErrors = ({ from, to }: PackRequest) => ({
  from: from === '',
  to: to === '',
  order: from !== '' && to !== '' && to < from,
});

/** The request of a form without errors. */
export const packBody = ({ from, to, include, repositories }: PackRequest): PackBody => ({
  from,
  to,
  ...(include.length > 0 && { include: [...include] }),
  ...(repositories.length > 0 && { repositoryIds: repositories.map(({ repositoryId }) => repositoryId) }),
});
