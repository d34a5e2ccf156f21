import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromCommandLine } from './command-line.ts';
import { argument, lastName } from './conditions.ts';
import { django, flask } from './samples.ts';

const safeLoader = /^(?:C?SafeLoader|C?BaseLoader|FullLoader)$/;

/** Tells whether `yaml.load` builds arbitrary objects. */
export const buildsObjects = (call: Call): boolean => !safeLoader.test(lastName(argument(call, 'Loader', 1)));

export const pyUnsafeDeserialization: Rule = {
  id: 'py-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'critical',
  title: 'Untrusted data deserialized into objects',
  message: 'Untrusted data is read in a format that can call any function: its sender can run code here.',
  help: 'Use JSON, or yaml.safe_load; if you must transfer objects, sign them and verify the signature first.',
  category: 'deserialization',
  sinks: [
    {
      call: [
        '{pickle,cPickle,_pickle,dill,cloudpickle,marshal,joblib,torch}.{load,loads,Unpickler}',
        'shelve.open',
        'jsonpickle.{decode,loads}',
        'yaml.{unsafe_load,unsafe_load_all}',
        '{pandas,pd}.read_pickle',
        '{ruamel.yaml,rpyc.core.brine}.load',
      ],
    },
    { call: ['yaml.{load,load_all}'], named: ['stream'], when: buildsObjects },
    { call: ['{numpy,np}.load'], when: ({ named }) => named.get('allow_pickle')?.constant === true },
  ],
  positives: [
    flask(
      '    return str(len(pickle.loads(base64.b64decode(request.cookies["s"]))))  # HERE',
      'import pickle, base64',
    ),
    flask('    yaml.load(request.data, Loader=yaml.Loader)  # HERE', 'import yaml'),
    django(
      '    token = request.COOKIES.get("t")\n    user = pickle.loads(base64.b64decode(token))  # HERE',
      'import pickle, base64',
    ),
    flask('    f = request.files["f"]\n    pickle.load(f)  # HERE', 'import pickle'),
  ],
  negatives: [
    flask('    json.loads(request.data)', 'import json'),
    flask('    yaml.safe_load(request.data)', 'import yaml'),
    flask('    yaml.load(request.data, Loader=yaml.SafeLoader)', 'import yaml'),
    'import pickle\nwith open("cache.pickle", "rb") as f:\n    data = pickle.load(f)\n',
  ],
};

export const pyUnsafeDeserializationLocal = fromCommandLine(pyUnsafeDeserialization, {
  title: 'Argument of the program turned into objects',
  positives: ['import pickle, sys\npickle.loads(sys.argv[1].encode())  # HERE\n'],
  negatives: ['import pickle, sys\npickle.load(open(sys.argv[1], "rb"))\n'],
});

export const pyDeserializationFromParameter: Rule = {
  ...pyUnsafeDeserialization,
  id: 'py-deserialization-from-parameter',
  severity: 'low',
  confidence: 'low',
  title: 'Parameter deserialized into objects',
  message:
    'A function deserializes its argument with a format that can call any function: anyone who can change the data can run code here.',
  labels: ['parameter'],
  supersededBy: ['py-unsafe-deserialization', 'py-unsafe-deserialization-local', 'py-unsafe-yaml'],
  positives: ['import pickle\ndef load(data):\n    return pickle.loads(data)  # HERE\n'],
  negatives: [
    'import pickle\ndef load(path):\n    with open(path, "rb") as f:\n        return pickle.load(f)\n',
    'import json\ndef load(data):\n    return json.loads(data)\n',
  ],
};
