import {
  entryWhere,
  isFalse,
  isTrue,
  itemsOf,
  mapsAt,
  textOf,
  valueAt,
  type ConfigNode,
  type Spot,
} from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { TerraformBlock } from '../subjects/terraform.ts';
import { isOneOf, resource, terraform } from './terraform-samples.ts';

const blocks = 'block_public_acls block_public_policy ignore_public_acls restrict_public_buckets'.split(' ');

const publicMember = (_: string, node: ConfigNode): boolean =>
  ['allUsers', 'allAuthenticatedUsers'].includes(textOf(node));

const noPassword = /^(?:|changeme|\*{3,})$|[<>{}$]|^(?:mock|dummy|fake|example|placeholder|localstack)/i;

/** Rules for Terraform: storage, functions and passwords. */
export const terraformAccessRules: readonly ConfigurationRule<TerraformBlock>[] = [
  {
    id: 'tf-public-storage',
    cwe: 'CWE-732',
    severity: 'high',
    title: 'Publicly accessible storage',
    message: 'Anybody can read, or even write, what is stored there.',
    help: 'Make the storage private, and serve public files through a CDN or with signed URLs.',
    find: (block): readonly Spot[] => {
      const { body } = block;
      // Website pages are meant to be public.
      if (isOneOf(block, 'aws_s3_bucket', 'aws_s3_bucket_acl') && mapsAt(body, 'website').length === 0)
        return entryWhere(body, 'acl', (acl) => /^(?:public-read(?:-write)?|authenticated-read)$/.test(acl));
      if (isOneOf(block, 'azurerm_storage_container'))
        return entryWhere(body, 'container_access_type', (type) => type === 'blob' || type === 'container');
      if (isOneOf(block, 'google_storage_bucket_iam_member', 'google_storage_bucket_iam_binding'))
        return [
          ...entryWhere(body, 'member', publicMember),
          ...itemsOf(valueAt(body, 'members')).filter((node) => publicMember('', node)),
        ];
      return [];
    },
    positives: [
      resource('azurerm_storage_container', '  container_access_type = "container" # HERE'),
      resource('aws_s3_bucket_acl', '  acl = "public-read" # HERE'),
      resource('aws_s3_bucket', '  acl = "public-read" # HERE'),
      resource('azurerm_storage_container', '  container_access_type = "blob" # HERE'),
      resource('google_storage_bucket_iam_member', '  member = "allUsers" # HERE'),
      resource('google_storage_bucket_iam_binding', '  members = [\n    "allUsers", # HERE\n  ]'),
      ['main.tf.json', '{"resource": {"aws_s3_bucket": {"a": {"acl": "public-read-write"}}}}'],
    ],
    negatives: [
      resource('aws_s3_bucket', '  acl = "private"'),
      resource('aws_s3_bucket', '  acl = "public-read"\n  website {\n    index_document = "a.html"\n  }'),
      resource('azurerm_storage_container', '  container_access_type = "private"'),
      resource('google_storage_bucket_iam_member', '  member = "user:a@example.com"'),
    ],
  },
  {
    id: 'tf-public-resource',
    cwe: 'CWE-284',
    severity: 'medium',
    title: 'Publicly accessible resource',
    message: 'Anybody, or anybody with a Google account, has this role on the resource.',
    help: 'List the members that need the role.',
    find: ({ type, body }) =>
      // Buckets have a rule of their own, and services are often meant to be public.
      /^google_(?!storage_|cloud_?run|cloudfunctions)\w{1,100}_iam_(?:member|binding)$/.test(type)
        ? [
            ...entryWhere(body, 'member', publicMember),
            ...itemsOf(valueAt(body, 'members')).filter((node) => publicMember('', node)),
          ]
        : [],
    positives: [
      resource('google_pubsub_topic_iam_member', '  member = "allUsers" # HERE'),
      resource('google_bigquery_table_iam_binding', '  members = ["allAuthenticatedUsers"] # HERE'),
    ],
    negatives: [
      resource('google_pubsub_topic_iam_member', '  member = "user:a@example.com"'),
      resource('google_cloud_run_service_iam_member', '  member = "allUsers"'),
    ],
  },
  {
    id: 'tf-public-access-allowed',
    cwe: 'CWE-732',
    severity: 'medium',
    title: 'Public access block is off',
    message: 'A single ACL or policy could make the storage public, and nothing would prevent it.',
    help: 'Leave the block on; turn it off only for storage that is meant to be public.',
    find: (block) => {
      const { body } = block;
      if (isOneOf(block, 'aws_s3_bucket_public_access_block', 'aws_s3_account_public_access_block'))
        return blocks.flatMap((key) => entryWhere(body, key, (_, node) => isFalse(node))).slice(0, 1);
      return isOneOf(block, 'azurerm_storage_account')
        ? entryWhere(body, 'allow_nested_items_to_be_public', (_, node) => isTrue(node))
        : [];
    },
    positives: [
      resource('aws_s3_account_public_access_block', '  block_public_acls = false # HERE'),
      resource(
        'aws_s3_bucket_public_access_block',
        '  block_public_acls = true\n  block_public_policy = false # HERE',
      ),
      resource('azurerm_storage_account', '  allow_nested_items_to_be_public = true # HERE'),
    ],
    negatives: [
      resource(
        'aws_s3_bucket_public_access_block',
        '  block_public_acls = true\n  block_public_policy = var.blocked',
      ),
      resource('azurerm_storage_account', '  allow_nested_items_to_be_public = false'),
    ],
  },
  {
    id: 'tf-function-without-authorization',
    cwe: 'CWE-306',
    severity: 'medium',
    confidence: 'low',
    title: 'Function URL without authorization',
    message: 'Anyone who finds the URL can run the function, at your expense.',
    help: 'Set AWS_IAM, unless the function authenticates its callers itself.',
    find: (block) =>
      isOneOf(block, 'aws_lambda_function_url')
        ? entryWhere(block.body, 'authorization_type', (type) => type === 'NONE')
        : [],
    positives: [resource('aws_lambda_function_url', '  authorization_type = "NONE" # HERE')],
    negatives: [
      resource('aws_lambda_function_url', '  authorization_type = "AWS_IAM"'),
      resource('aws_api_gateway_method', '  authorization_type = "NONE"'),
    ],
  },
  {
    id: 'tf-literal-password',
    cwe: 'CWE-798',
    severity: 'medium',
    title: 'Service password in the source',
    message: 'Anyone who can read the repository, or the Terraform state, has the password.',
    help: 'Let the service manage the password (manage_master_user_password), or read it from a secret store.',
    find: (block) =>
      /^(?:provider|aws_(?:db_instance|rds_cluster|redshift_cluster|docdb_cluster)|azurerm_(?:mssql_server|postgresql_server|mysql_server)|google_sql_user)$/.test(
        block.type,
      )
        ? [
            'password',
            'master_password',
            'administrator_login_password',
            'secret_key',
            'client_secret',
          ].flatMap((key) =>
            entryWhere(
              block.body,
              key,
              (value, node) => node.kind === 'text' && node.isLiteral && !noPassword.test(value),
            ),
          )
        : [],
    positives: [
      terraform('provider "azurerm" {\n  client_secret = "prod-4711" # HERE\n}\n'),
      resource('azurerm_mssql_server', '  administrator_login_password = "prod-4711" # HERE'),
      resource('aws_rds_cluster', '  master_password = "prod-4711" # HERE'),
      resource('aws_db_instance', '  password = "prod-4711" # HERE'),
      resource('google_sql_user', '  password = "prod-4711" # HERE'),
      terraform('provider "aws" {\n  secret_key = "prod-4711" # HERE\n}\n'),
    ],
    negatives: [
      terraform('provider "aws" {\n  secret_key = "mock_secret_key"\n}\n'),
      resource('aws_db_instance', '  password = var.password'),
      resource('aws_db_instance', '  password = "${var.password}"'),
    ],
  },
];
