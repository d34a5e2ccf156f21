import type { Rule } from '@scangate/engines/sast/rule';

const cdk = ['cdk', 'monocdk'];

export const jsCloudExposed: Rule = {
  id: 'js-cloud-exposed',
  cwe: 'CWE-306',
  severity: 'medium',
  title: 'Cloud resource is public',
  message: 'The infrastructure in this code gives everyone access to a resource.',
  help: 'Grant access to specific principals.',
  words: cdk,
  calls: [{ call: ['*.grantPublicAccess'] }],
  entries: [
    { key: ['publicReadAccess', 'publiclyAccessible'], when: ({ constant }) => constant === true },
    // A build badge makes the results of the build public.
    {
      key: ['badge'],
      when: ({ constant }, { callee }) =>
        constant === true && callee.some((name) => name.endsWith('Project')),
    },
  ],
  positives: [
    "import * as s3 from '@aws-cdk/aws-s3';\nconst files = new s3.Bucket(this, 'files', { enforceSSL: true });\nfiles.grantPublicAccess(); // HERE\n",
    "import * as rds from '@aws-cdk/aws-rds';\nnew rds.DatabaseInstance(this, 'db', { publiclyAccessible: true }); // HERE\n",
    "import * as s3 from '@aws-monocdk/aws-s3';\nconst files = new s3.Bucket(this, 'files', { enforceSSL: true });\nfiles.grantPublicAccess(); // HERE\n",
    "import * as rds from '@aws-cdk/aws-rds';\nnew rds.DatabaseInstance(this, 'db', { publicReadAccess: true }); // HERE\n",
  ],
  negatives: [
    "import * as s3 from '@aws-cdk/aws-s3';\nnew s3.Bucket(this, 'files', { encryption: s3.BucketEncryption.S3_MANAGED, enforceSSL: true });\n",
    "import * as rds from '@aws-cdk/aws-rds';\nnew rds.DatabaseInstance(this, 'db', { publiclyAccessible: false });\n",
    'render(view, { badge: true, encryption: modes.UNENCRYPTED });\n',
  ],
};
