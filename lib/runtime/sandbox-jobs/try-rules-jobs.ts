import { Readable } from 'node:stream';
import { inheritedFile, type ChildChannel } from '#adapters/sandbox/child-channel.ts';
import type { TrialInput } from '#adapters/sandbox/rule-sandbox.ts';
import { unpackInto } from '#adapters/source-archive/source-archive.ts';
import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import { tryRules } from '@scangate/engines/custom-rules/try-rules';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';

/** The job of a sandbox that compiles rules and runs their examples. */
export const checkRulesJob = (rules: readonly CustomRule[]) => checkRules(rules);

/** The job of a sandbox that runs rules on the files of a commit. */
export const tryRulesJob = async (input: TrialInput, channel: ChildChannel): Promise<null> => {
  const { files } = await unpackInto(inheritedFile(0)).unpack(Readable.from(channel.ask('content', null)));
  channel.sendPart('tried', Buffer.from(JSON.stringify(await tryRules(files, input))));
  return null;
};
