import { pullRequestFiles, type SamplePullRequest } from './pull-requests.ts';
import { storefrontFiles } from './storefront-files.ts';
import type { Edition } from './storefront-packages.ts';
import { hasCommits, makeRepository, writeCommit } from './write-commit.ts';

type SampleCommit = Edition | SamplePullRequest;

/** The path of the sample and its commits: the heads of `main`, of `fixed` and of two pull requests. */
export interface SampleRepository {
  path: string;
  commits: Record<SampleCommit, string>;
}

const firstCommitAt = Date.UTC(2026, 0, 5, 9) / 1000;

/** The known hashes, which show whether the sample exists already. */
export const sampleCommits: Record<SampleCommit, string> = {
  vulnerable: '07f983dc5443e30e4745f718715c62279ebb491d',
  fixed: 'bf417a7e4e2ebaee5da562363134d3a804997afd',
  introducing: '6bcb00c33d23b8eb693da953313817e92fa3de3a',
  hiding: '59be608c977353fdb061141fa0f7087139a1e00c',
};

const make = (path: string): Promise<Record<SampleCommit, string>> =>
  makeRepository(path, async (git, dir) => {
    const vulnerable = await writeCommit(git, dir, {
      files: storefrontFiles('vulnerable'),
      branch: 'main',
      message: 'Open the shop\n',
      parent: [],
      atSeconds: firstCommitAt,
    });
    const fixed = await writeCommit(git, dir, {
      files: storefrontFiles('fixed'),
      branch: 'fixed',
      message: 'Raise vulnerable dependencies; read the payment key from the environment\n',
      parent: [vulnerable],
      atSeconds: firstCommitAt + 86_400,
    });
    const introducing = await writeCommit(git, dir, {
      files: pullRequestFiles.introducing(),
      branch: 'add-refunds',
      message: 'Pay money back\n',
      parent: [vulnerable],
      atSeconds: firstCommitAt + 2 * 86_400,
    });
    const hiding = await writeCommit(git, dir, {
      files: pullRequestFiles.hiding(),
      branch: 'raise-pyyaml',
      message: 'Raise pyyaml; ignore the payment key\n',
      parent: [vulnerable],
      atSeconds: firstCommitAt + 3 * 86_400,
    });
    return { vulnerable, fixed, introducing, hiding };
  });

/** Finds or creates the sample repository at this path, without the git binary. */
export const sampleRepository = async (path: string): Promise<SampleRepository> => ({
  path,
  commits: (await hasCommits(path, Object.values(sampleCommits))) ? sampleCommits : await make(path),
});
