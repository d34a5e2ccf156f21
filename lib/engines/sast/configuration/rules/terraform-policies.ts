import { entryOf, entryWhere, mapsAt, textOf, textsOf, valueAt } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { TerraformBlock } from '../subjects/terraform.ts';
import { allowancesOf, isForEverybody, isWildcard, type Allowance } from './policy.ts';
import { resource, terraform } from './terraform-samples.ts';

/** Returns what the policies of a resource allow, including `aws_iam_policy_document`. */
const allowances = ({ type, body }: TerraformBlock): Allowance[] => {
  if (type !== 'aws_iam_policy_document')
    return ['policy', 'inline_policy', 'access_policy'].flatMap((key) => allowancesOf(valueAt(body, key)));
  return mapsAt(body, 'statement')
    .filter((statement) => !/^Deny$/.test(textOf(valueAt(statement, 'effect'))))
    .map((statement) => ({
      actions: textsOf(valueAt(statement, 'actions')),
      resources: textsOf(valueAt(statement, 'resources')),
      principals: mapsAt(statement, 'principals').flatMap((each) => textsOf(valueAt(each, 'identifiers'))),
      hasCondition: mapsAt(statement, 'condition').length > 0,
      spot: entryOf(statement, 'actions') ?? statement,
    }));
};

/** Rules for Terraform: who may do what. */
export const terraformPolicyRules: readonly ConfigurationRule<TerraformBlock>[] = [
  {
    id: 'tf-wildcard-policy',
    cwe: 'CWE-269',
    severity: 'high',
    title: 'Policy that allows everything',
    message:
      'Anyone who gets these credentials can do anything in the account, extend their own rights and cover their tracks.',
    help: 'List the actions and resources that are needed.',
    find: (block) =>
      allowances(block)
        .filter(isWildcard)
        .map(({ spot }) => spot),
    positives: [
      resource(
        'aws_iam_policy',
        '  policy = jsonencode({\n    Statement = [{\n      Effect = "Allow"\n      Action = "*" # HERE\n      Resource = "*"\n    }]\n  })',
      ),
      resource(
        'aws_iam_role_policy',
        '  policy = <<EOF\n{"Statement": [{"Effect": "Allow", "Action": ["iam:*"], "Resource": "*"}]}\nEOF',
      ),
      terraform(
        'data "aws_iam_policy_document" "a" {\n  statement {\n    actions = ["s3:*"] # HERE\n    resources = ["*"]\n  }\n}\n',
      ),
    ],
    negatives: [
      resource(
        'aws_iam_policy',
        '  policy = jsonencode({\n    Statement = [{\n      Effect = "Allow"\n      Action = ["s3:GetObject"]\n      Resource = "*"\n    }, {\n      Effect = "Deny"\n      Action = "*"\n      Resource = "*"\n    }]\n  })',
      ),
      terraform(
        'data "aws_iam_policy_document" "a" {\n  statement {\n    actions = ["kms:*"]\n    resources = ["*"]\n    principals {\n      type = "AWS"\n      identifiers = [local.root]\n    }\n  }\n}\n',
      ),
    ],
  },
  {
    id: 'tf-policy-for-everybody',
    cwe: 'CWE-284',
    severity: 'high',
    title: 'Policy allows everybody',
    message: 'Anybody, from any account, can do what the statement allows.',
    help: 'List the principals, or add a condition that limits them.',
    find: (block) =>
      allowances(block)
        .filter(isForEverybody)
        .map(({ spot }) => spot),
    positives: [
      resource(
        'aws_sqs_queue_policy',
        '  policy = jsonencode({\n    Statement = [{\n      Effect = "Allow"\n      Principal = "*"\n      Action = "sqs:*" # HERE\n      Resource = "*"\n    }]\n  })',
      ),
      terraform(
        'data "aws_iam_policy_document" "a" {\n  statement {\n    actions = ["s3:GetObject"] # HERE\n    principals {\n      type = "*"\n      identifiers = ["*"]\n    }\n  }\n}\n',
      ),
    ],
    negatives: [
      resource(
        'aws_sqs_queue_policy',
        '  policy = jsonencode({\n    Statement = [{\n      Effect = "Allow"\n      Principal = "*"\n      Action = "sqs:*"\n      Condition = { ArnEquals = { "aws:SourceArn" = "b" } }\n    }]\n  })',
      ),
      terraform(
        'data "aws_iam_policy_document" "a" {\n  statement {\n    effect = "Deny"\n    actions = ["s3:*"]\n    principals {\n      identifiers = ["*"]\n    }\n  }\n}\n',
      ),
    ],
  },
  {
    id: 'tf-basic-role',
    cwe: 'CWE-269',
    severity: 'medium',
    title: 'Basic role of a whole project',
    message: 'Owner and editor can change almost everything in the project, including what is added later.',
    help: 'Grant the service-specific roles that are needed.',
    find: (block) =>
      /^google_(?:project|folder|organization)_iam_(?:member|binding)$/.test(block.type)
        ? entryWhere(block.body, 'role', (role) => role === 'roles/owner' || role === 'roles/editor')
        : [],
    positives: [
      resource('google_folder_iam_binding', '  role = "roles/owner" # HERE'),
      resource('google_project_iam_member', '  role = "roles/editor" # HERE'),
    ],
    negatives: [
      resource('google_project_iam_member', '  role = "roles/viewer"'),
      resource('google_storage_bucket_iam_member', '  role = "roles/owner"'),
    ],
  },
];
