import { askGitHost } from '#app/repositories/ask-git-host.ts';
import { listBranches } from '#app/repositories/list-branches.ts';
import { proveSuccession } from '#app/repositories/prove-succession.ts';
import type { BranchesQuestion, SourceQuestion, SuccessionQuestion } from '#ports/git-sources.ts';
import { task } from '#runtime/task.ts';
import { wireSources } from '#runtime/wire/hosts/sources.ts';
import { wireRepositorySecretDecrypter } from '#runtime/wire/secret-cipher.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { repositorySecrets: wireRepositorySecretDecrypter, sources: wireSources },
  (question: SourceQuestion | SuccessionQuestion | BranchesQuestion, ports, context): Promise<object> => {
    if ('branches' in question) return listBranches(question, ports, context);
    return 'after' in question
      ? proveSuccession(question, ports, context)
      : askGitHost(question, ports, context);
  },
);
