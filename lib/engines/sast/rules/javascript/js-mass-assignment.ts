import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

/** Matches the whole body, not one of its fields. */
const isWholeBody = ({ path }: Value): boolean =>
  /(?:^|\.)(?:req|request|ctx\.request)\.body$/.test(path ?? '');

export const jsMassAssignment: Rule = {
  id: 'js-mass-assignment',
  cwe: 'CWE-915',
  severity: 'medium',
  title: 'Whole request body is stored',
  message:
    'Every field of the request body is stored: a sender can set fields that they should not, such as a role.',
  help: 'Copy only the intended fields, or validate the body against a schema that allows no others.',
  category: 'other',
  sinks: [
    {
      call: ['*.{create,insertOne,insert,bulkCreate,build,updateOne,update,save,upsert}'],
      shallow: true,
      unless: (value) => !isWholeBody(value),
    },
    {
      call: ['*.{findByIdAndUpdate,findOneAndUpdate,updateOne,updateMany,update}'],
      args: [1],
      shallow: true,
      unless: (value) => !isWholeBody(value),
    },
  ],
  positives: [
    "app.post('/u', async (req, res) => {\n  await User.create(req.body); // HERE\n});\n",
    "app.put('/u/:id', async (req, res) => {\n  await User.findByIdAndUpdate(req.params.id, req.body); // HERE\n});\n",
  ],
  negatives: [
    "app.post('/u', (req, res) => User.create({ name: req.body.name }));\n",
    "app.post('/u', (req, res) => hash.update(req.body.text));\n",
  ],
};
