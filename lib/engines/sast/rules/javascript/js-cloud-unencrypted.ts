import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const lastName = ({ path = '' }: Value): string => path.slice(path.lastIndexOf('.') + 1);

export const jsCloudUnencrypted: Rule = {
  id: 'js-cloud-unencrypted',
  cwe: 'CWE-311',
  severity: 'medium',
  title: 'Encryption of a cloud resource is off',
  message: 'The infrastructure in this code stores data without encryption.',
  help: 'Leave encryption on.',
  words: ['cdk', 'monocdk'],
  entries: [
    {
      key: ['encryption'],
      when: (value, { callee }) =>
        /^(?:UNENCRYPTED|UNMANAGED)$/.test(lastName(value)) &&
        callee.some((name) => /(?:Bucket|Queue)$/.test(name)),
    },
    {
      key: ['storageEncrypted'],
      when: ({ constant }, { callee }) => constant === false && callee.length > 0,
    },
  ],
  positives: [
    "import { Queue, QueueEncryption } from '@aws-cdk/aws-sqs';\nnew Queue(this, 'jobs', { enforceSSL: true, encryption: QueueEncryption.UNENCRYPTED }); // HERE\n",
    "import * as rds from '@aws-cdk/aws-rds';\nnew rds.DatabaseInstance(this, 'db', { storageEncrypted: false }); // HERE\n",
  ],
  negatives: [
    "import * as s3 from '@aws-cdk/aws-s3';\nnew s3.Bucket(this, 'files', { encryption: s3.BucketEncryption.S3_MANAGED, enforceSSL: true });\n",
    'render(view, { encryption: modes.UNENCRYPTED });\n',
  ],
};
