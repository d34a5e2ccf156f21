import type { ConfigurationKind } from '../configuration/configuration-kind.ts';
import type { CanaryFile } from './canary-file.ts';

/** Configuration with a weakness, for each kind. */
export const configurationCanaries: Readonly<Record<ConfigurationKind, CanaryFile>> = {
  actions: {
    file: 'canary/action.yml',
    rules: ['gha-script-injection'],
    text: 'runs:\n  steps:\n    - run: echo ${{ github.event.issue.title }}\n',
  },
  cloudformation: {
    file: 'canary.template',
    rules: ['cfn-public-storage'],
    text: 'Resources:\n  Canary:\n    Type: AWS::S3::Bucket\n    Properties:\n      AccessControl: PublicRead\n',
  },
  dockerfile: {
    file: 'canary.dockerfile',
    rules: ['dockerfile-root-user'],
    text: 'FROM scratch\nUSER root\n',
  },
  gitlab: {
    file: 'canary/.gitlab-ci.yml',
    rules: ['glci-script-injection'],
    text: 'canary:\n  script:\n    - eval "$CI_COMMIT_TITLE"\n',
  },
  kubernetes: {
    file: 'canary.yaml',
    rules: ['k8s-host-namespace', 'k8s-privileged'],
    text: 'apiVersion: v1\nkind: Pod\nspec:\n  hostPID: true\n  containers:\n    - securityContext: {privileged: true}\n',
  },
  terraform: {
    file: 'canary.tf',
    rules: ['tf-public-storage'],
    text: 'resource "aws_s3_bucket" "canary" {\n  acl = "public-read"\n}\n',
  },
};
