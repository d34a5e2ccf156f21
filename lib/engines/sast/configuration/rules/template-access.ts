import {
  entriesOf,
  entryWhere,
  isFalse,
  isTrue,
  itemsOf,
  textOf,
  textsOf,
  valueAt,
  type Spot,
} from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { TemplateParameter, TemplateResource } from '../subjects/template.ts';
import { openTemplateRules } from './network.ts';
import { allowancesOf, isForEverybody, isWildcard, type Allowance } from './policy.ts';
import { template } from './template-samples.ts';

const openIngressOf = ({ type, properties }: TemplateResource): Spot[] => {
  if (type === 'AWS::EC2::SecurityGroup')
    return openTemplateRules(itemsOf(valueAt(properties, 'SecurityGroupIngress')));
  return type === 'AWS::EC2::SecurityGroupIngress' && properties ? openTemplateRules([properties]) : [];
};

/** Returns what the policies of a resource allow: its own policy, and those listed by a role or a function. */
const allowances = ({ properties }: TemplateResource): Allowance[] => [
  ...['PolicyDocument', 'KeyPolicy', 'ResourcePolicy'].flatMap((key) =>
    allowancesOf(valueAt(properties, key)),
  ),
  ...itemsOf(valueAt(properties, 'Policies')).flatMap((each) => [
    ...allowancesOf(valueAt(each, 'PolicyDocument')),
    ...allowancesOf(each),
  ]),
];

const secretParameter = /(?:password|passwd|secret|token|apikey|api_key|privatekey)$/i;
const passwordKeys = ['MasterUserPassword', 'AdminPassword', 'Password'];

/** Rules for CloudFormation: who may access what. */
export const templateAccessRules: readonly ConfigurationRule<TemplateResource>[] = [
  {
    id: 'cfn-public-storage',
    cwe: 'CWE-732',
    severity: 'high',
    title: 'Publicly accessible storage',
    message: 'Anybody can read, or even write, what is stored there.',
    help: 'Make the bucket private, and serve public files through a CDN or with presigned URLs.',
    find: ({ type, properties }) =>
      // Website pages are meant to be public.
      type === 'AWS::S3::Bucket' && valueAt(properties, 'WebsiteConfiguration') === undefined
        ? entryWhere(properties, 'AccessControl', (value) =>
            /^(?:PublicRead(?:Write)?|AuthenticatedRead)$/.test(value),
          )
        : [],
    positives: [template('AWS::S3::Bucket', 'AccessControl: PublicRead # HERE\n')],
    negatives: [
      template('AWS::S3::Bucket', 'AccessControl: Private\n'),
      template(
        'AWS::S3::Bucket',
        'AccessControl: PublicRead\nWebsiteConfiguration:\n  IndexDocument: a.html\n',
      ),
    ],
  },
  {
    id: 'cfn-public-access-allowed',
    cwe: 'CWE-732',
    severity: 'medium',
    title: 'Public access block is off',
    message: 'A single ACL or policy could make the bucket public, and nothing would prevent it.',
    help: 'Leave the block on; turn it off only for a bucket that is meant to be public.',
    find: ({ type, properties }) =>
      type === 'AWS::S3::Bucket'
        ? entriesOf(valueAt(properties, 'PublicAccessBlockConfiguration'))
            .filter(({ value }) => isFalse(value))
            .slice(0, 1)
        : [],
    positives: [
      template(
        'AWS::S3::Bucket',
        'PublicAccessBlockConfiguration:\n  BlockPublicAcls: true\n  BlockPublicPolicy: false # HERE\n',
      ),
    ],
    negatives: [template('AWS::S3::Bucket', 'PublicAccessBlockConfiguration:\n  BlockPublicAcls: true\n')],
  },
  {
    id: 'cfn-open-ingress',
    cwe: 'CWE-668',
    severity: 'high',
    title: 'Internal port open to the internet',
    message: 'Anybody can reach an administration or database port, and try passwords and exploits there.',
    help: 'Allow only the addresses that need it, or use a VPN or a session manager.',
    find: openIngressOf,
    positives: [
      template(
        'AWS::EC2::SecurityGroup',
        'SecurityGroupIngress:\n  - IpProtocol: tcp\n    FromPort: 22\n    ToPort: 22\n    CidrIp: 0.0.0.0/0 # HERE\n',
      ),
      template('AWS::EC2::SecurityGroupIngress', 'IpProtocol: "-1"\nCidrIpv6: ::/0 # HERE\n'),
      template(
        'AWS::EC2::SecurityGroup',
        'SecurityGroupIngress:\n  - !If [X, {FromPort: 22, ToPort: 22, CidrIp: 0.0.0.0/0}, !Ref AWS::NoValue] # HERE\n',
      ),
      template(
        'AWS::EC2::SecurityGroupIngress',
        'IpProtocol: "-1"\nCidrIp: !If [X, 0.0.0.0/0, 10.0.0.0/8] # HERE\n',
      ),
      template('AWS::EC2::SecurityGroupIngress', 'IpProtocol: "-1"\nCidrIp: {Fn::Sub: 0.0.0.0/0} # HERE\n'),
      [
        'stack.json',
        '{"Resources": {"A": {"Type": "AWS::EC2::SecurityGroupIngress", "Properties": {"FromPort": 3389, "ToPort": 3389, "CidrIp": "0.0.0.0/0"}}}}',
      ],
    ],
    negatives: [
      template(
        'AWS::EC2::SecurityGroup',
        'SecurityGroupIngress:\n  - IpProtocol: tcp\n    FromPort: 443\n    ToPort: 443\n    CidrIp: 0.0.0.0/0\n',
      ),
      template('AWS::EC2::SecurityGroupIngress', 'FromPort: 22\nToPort: 22\nCidrIp: !Ref Office\n'),
      template(
        'AWS::EC2::SecurityGroupIngress',
        'FromPort: 22\nToPort: 22\nCidrIp: !If [X, !Ref A, 10.0.0.0/8]\n',
      ),
    ],
  },
  {
    id: 'cfn-wildcard-policy',
    cwe: 'CWE-269',
    severity: 'high',
    title: 'Policy that allows everything',
    message:
      'Anyone who gets the credentials of this role can do anything in the account, extend their own rights and cover their tracks.',
    help: 'List the actions and resources that are needed.',
    find: (resource) =>
      allowances(resource)
        .filter(isWildcard)
        .map(({ spot }) => spot),
    positives: [
      template(
        'AWS::IAM::Role',
        'Policies:\n  - PolicyName: a\n    PolicyDocument:\n      Statement:\n        - Effect: Allow\n          Action: "*" # HERE\n          Resource: "*"\n',
      ),
      template(
        'AWS::IAM::ManagedPolicy',
        'PolicyDocument:\n  Statement:\n    Effect: Allow\n    Action: [iam:*] # HERE\n    Resource: ["*"]\n',
      ),
      template(
        'AWS::Serverless::Function',
        'Policies:\n  - Statement:\n      - Effect: Allow\n        Action: s3:* # HERE\n        Resource: "*"\n',
      ),
    ],
    negatives: [
      template(
        'AWS::KMS::Key',
        'KeyPolicy:\n  Statement:\n    - Effect: Allow\n      Principal:\n        AWS:\n          Fn::Sub: root\n      Action: kms:*\n      Resource: "*"\n',
      ),
      template(
        'AWS::IAM::Policy',
        'PolicyDocument:\n  Statement:\n    - Effect: Allow\n      Action: s3:GetObject\n      Resource: "*"\n',
      ),
      template(
        'AWS::KMS::Key',
        'KeyPolicy:\n  Statement:\n    - Effect: Allow\n      Principal:\n        AWS: !Sub arn:aws:iam::${AWS::AccountId}:root\n      Action: kms:*\n      Resource: "*"\n',
      ),
    ],
  },
  {
    id: 'cfn-policy-for-everybody',
    cwe: 'CWE-284',
    severity: 'high',
    title: 'Policy allows everybody',
    message: 'Anybody, from any account, can do what the statement allows.',
    help: 'List the principals, or add a condition that limits them.',
    // The traffic through an endpoint is limited by the policies of its senders and receivers.
    find: (resource) =>
      resource.type === 'AWS::EC2::VPCEndpoint'
        ? []
        : allowances(resource)
            .filter(isForEverybody)
            .map(({ spot }) => spot),
    positives: [
      template(
        'AWS::SNS::TopicPolicy',
        'PolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: "*"\n      Action: sns:Publish # HERE\n',
      ),
      template(
        'AWS::KMS::Key',
        'KeyPolicy:\n  Statement:\n    - Effect: Allow\n      Principal: {AWS: "*"}\n      Action: kms:Decrypt # HERE\n',
      ),
    ],
    negatives: [
      template(
        'AWS::EC2::VPCEndpoint',
        'PolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: "*"\n      Action: "*"\n',
      ),
      template(
        'AWS::SNS::TopicPolicy',
        'PolicyDocument:\n  Statement:\n    - Effect: Deny\n      Principal: "*"\n      Action: sns:*\n    - Effect: Allow\n      Principal: "*"\n      Action: sns:Publish\n      Condition: {StringEquals: {aws:SourceAccount: !Ref AWS::AccountId}}\n',
      ),
    ],
  },
  {
    id: 'cfn-public-database',
    cwe: 'CWE-668',
    severity: 'medium',
    title: 'Publicly accessible database',
    message:
      'The database has a public address: a single open firewall rule exposes it to password guessing and exploits.',
    help: 'Keep it in a private network.',
    find: ({ type, properties }) =>
      /^AWS::(?:RDS::DBInstance|Redshift::Cluster|DMS::ReplicationInstance)$/.test(type)
        ? entryWhere(properties, 'PubliclyAccessible', (_, node) => isTrue(node))
        : [],
    positives: [template('AWS::RDS::DBInstance', 'PubliclyAccessible: true # HERE\n')],
    negatives: [template('AWS::RDS::DBInstance', 'PubliclyAccessible: false\n')],
  },
  {
    id: 'cfn-function-without-authorization',
    cwe: 'CWE-306',
    severity: 'medium',
    confidence: 'low',
    title: 'Function URL without authorization',
    message: 'Anyone who finds the URL can run the function, at your expense.',
    help: 'Set AWS_IAM, unless the function authenticates its callers itself.',
    find: ({ type, properties }) => [
      ...(type === 'AWS::Lambda::Url' ? entryWhere(properties, 'AuthType', (value) => value === 'NONE') : []),
      ...(type === 'AWS::Serverless::Function'
        ? entryWhere(valueAt(properties, 'FunctionUrlConfig'), 'AuthType', (value) => value === 'NONE')
        : []),
    ],
    positives: [
      template('AWS::Lambda::Url', 'AuthType: NONE # HERE\n'),
      template('AWS::Serverless::Function', 'FunctionUrlConfig:\n  AuthType: NONE # HERE\n'),
    ],
    negatives: [template('AWS::Lambda::Url', 'AuthType: AWS_IAM\n')],
  },
  {
    id: 'cfn-literal-password',
    cwe: 'CWE-798',
    severity: 'medium',
    title: 'Database password in the source',
    message: 'Anyone who can read the repository or the template has the password.',
    help: 'Let the service manage the password (ManageMasterUserPassword), or resolve it from a secret store.',
    find: ({ properties }) =>
      passwordKeys.flatMap((key) =>
        entryWhere(
          properties,
          key,
          (value, node) => node.kind === 'text' && node.isLiteral && !/^$|\{\{resolve:|[${}]/.test(value),
        ),
      ),
    positives: [template('AWS::RDS::DBInstance', 'MasterUserPassword: prod-4711 # HERE\n')],
    negatives: [
      template('AWS::RDS::DBInstance', 'MasterUserPassword: !Ref Password\n'),
      template('AWS::RDS::DBInstance', "MasterUserPassword: '{{resolve:secretsmanager:a:SecretString:b}}'\n"),
      template('AWS::RDS::DBInstance', 'MasterUserPassword:\n  Ref: Password\n'),
    ],
  },
];

/** Rules for CloudFormation parameters. */
export const parameterRules: readonly ConfigurationRule<TemplateParameter>[] = [
  {
    id: 'cfn-visible-secret',
    cwe: 'CWE-522',
    severity: 'medium',
    title: 'Secret parameter without NoEcho',
    message: 'Anyone who can view the stack can read the value in the console and through the API.',
    help: 'Set NoEcho: true, or resolve the value from a secret store.',
    find: ({ address, entry }) => {
      const isText = textOf(valueAt(entry.value, 'Type')) === 'String';
      const isHidden =
        isTrue(valueAt(entry.value, 'NoEcho')) || textsOf(valueAt(entry.value, 'AllowedValues')).length > 0;
      const isNamed = secretParameter.test(address);
      return isText && isNamed && !isHidden
        ? [{ start: entry.start, end: entry.start + entry.key.length }]
        : [];
    },
    positives: [
      [
        'stack.yaml',
        'Parameters:\n  DbPassword: # HERE\n    Type: String\nResources:\n  A:\n    Type: AWS::SNS::Topic\n',
      ],
    ],
    negatives: [
      [
        'stack.yaml',
        'Parameters:\n  DbPassword:\n    Type: String\n    NoEcho: true\n  Name:\n    Type: String\nResources:\n  A:\n    Type: AWS::SNS::Topic\n',
      ],
      [
        'stack.yaml',
        'Parameters:\n  CreateSecret:\n    Type: String\n    AllowedValues: [yes, no]\nResources:\n  A:\n    Type: AWS::SNS::Topic\n',
      ],
    ],
  },
];
