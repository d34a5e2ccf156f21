import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';

interface RemovedBannerProps {
  email: string;
  ended: BodyOfResponse<'remove-member', 200>;
}

const namesOf = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

/** Says what ended with the person who was removed. */
export const RemovedBanner = ({ email, ended: { tokens, trustRules } }: RemovedBannerProps): ReactElement => {
  const sentences = [
    ...(tokens.length > 0 ? [memberMessages.endedTokens(namesOf(tokens))] : []),
    ...(trustRules.length > 0 ? [memberMessages.endedRules(namesOf(trustRules))] : []),
  ];
  return (
    <Banner title={<Text value={memberMessages.removed(email)} />}>
      <Text value={sentences.length === 0 ? memberMessages.endedNothing : sentences.join(' ')} />
    </Banner>
  );
};
