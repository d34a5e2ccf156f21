import { scanCommandLine, type Pipeline } from '../pipeline.ts';

export const circleciPipeline: Pipeline = {
  file: '.circleci/config.yml',
  signs: ['.circleci/config.yml'],
  hosts: [],
  text: (values) => `version: 2.1
jobs:
  scangate:
    docker:
      - image: cimg/node:lts
    environment:
      SCANGATE_URL: ${values.url}
      SCANGATE_ORGANIZATION: ${values.organization}
    steps:
      - checkout
      - run:
          name: Scan and wait for the verdict
          command: ${scanCommandLine(values, { junit: 'test-results/scangate.xml' })}
          no_output_timeout: 30m
      - store_test_results:
          path: test-results
workflows:
  scangate:
    jobs: [scangate]
`,
  trust: () => ({
    name: 'CircleCI',
    provider: 'circleci',
    issuer: 'https://oidc.circleci.com/org/<organization id>',
    match: { 'oidc.circleci.com/project-id': '<project id>' },
    repositories: 'matching',
    forkBuilds: 'off',
  }),
  steps: [
    'The ids are at Organization Settings > Overview and Project Settings > Overview.',
    'Keep fork builds off (Project Settings > Advanced).',
    'CircleCI does not report the target of a pull request: add --base and a commit to compare with it.',
  ],
};
