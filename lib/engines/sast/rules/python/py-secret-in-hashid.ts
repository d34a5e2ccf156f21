import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { argument } from './conditions.ts';

/** Matches `settings.SECRET_KEY` and `app.config["SECRET_KEY"]`. */
const isAppSecret = (value: Value | undefined): boolean => /(?:^|\.)SECRET_KEY$/.test(value?.path ?? '');

export const pySecretInHashid: Rule = {
  id: 'py-secret-in-hashid',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Application secret used as the salt of a hashid',
  message:
    'Hashids are not encryption: anyone who collects enough of them can compute the salt, here the secret that signs the sessions.',
  help: 'Give Hashids its own salt, and do not rely on the ids being secret.',
  calls: [{ call: ['hashids.Hashids', 'Hashids'], when: (call) => isAppSecret(argument(call, 'salt', 0)) }],
  positives: [
    'from hashids import Hashids\nfrom django.conf import settings\nids = Hashids(salt=settings.SECRET_KEY)  # HERE\n',
    'from hashids import Hashids\nfrom flask import current_app\nids = Hashids(current_app.config["SECRET_KEY"])  # HERE\n',
  ],
  negatives: [
    'from hashids import Hashids\nfrom django.conf import settings\nids = Hashids(salt=settings.HASHIDS_SALT)\n',
    'from hashids import Hashids\nids = Hashids(min_length=8)\n',
  ],
};
