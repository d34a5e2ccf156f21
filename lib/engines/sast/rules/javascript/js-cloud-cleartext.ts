import type { Rule } from '@scangate/engines/sast/rule';

export const jsCloudCleartext: Rule = {
  id: 'js-cloud-cleartext',
  cwe: 'CWE-319',
  severity: 'low',
  title: 'Cloud resource accepts plain HTTP',
  message:
    'Buckets and queues also answer plain HTTP unless their policy refuses it: anyone on the network path can read what is sent.',
  help: 'Set enforceSSL: true.',
  words: ['cdk', 'monocdk'],
  calls: [
    {
      // A bucket or a queue also answers without TLS unless it is told to refuse.
      call: ['*.Bucket', 'Bucket', '*.Queue', 'Queue'],
      when: ({ created, names, args }) =>
        created &&
        names.some((name) => /cdk(?:-lib)?\/(?:aws-)?(?:s3|sqs)|@aws-cdk\/aws-(?:s3|sqs)/.test(name)) &&
        args.length > 1 &&
        !args[2]?.fields?.has('enforceSSL') &&
        (args[2] === undefined || args[2].fields !== undefined),
    },
  ],
  entries: [
    {
      key: ['enforceSSL'],
      when: ({ constant }, { callee }) => constant === false && callee.length > 0,
    },
  ],
  positives: [
    "import { Bucket } from '@aws-cdk/aws-s3';\nnew Bucket(this, 'files'); // HERE\n",
    "import * as sqs from '@aws-cdk/aws-sqs';\nnew sqs.Queue(this, 'jobs', { enforceSSL: false }); // HERE\n",
    "import { Queue } from '@aws-cdk/aws-s3';\nnew Queue(this, 'files'); // HERE\n",
  ],
  negatives: [
    "import { Bucket } from '@aws-cdk/aws-s3';\nnew Bucket(this, 'files', options);\nnew Bucket(this, 'more', { ...shared, enforceSSL: true });\n",
    "import { Queue } from 'bull';\nnew Queue(this, 'jobs');\n",
  ],
};
