import { expect, test } from 'vitest';
import { condaPackageOf } from '@scangate/engines/inventory/conda/conda-environment';

test('an entry as conda exports it has its channel in the package URL', () => {
  expect(condaPackageOf('conda-forge::numpy=1.26.4=py312_0')).toEqual({
    key: 'conda numpy@1.26.4',
    name: 'numpy',
    version: '1.26.4',
    purl: 'pkg:conda/numpy@1.26.4?channel=conda-forge',
  });
});

const name200 = 'n'.repeat(200);
const part100 = '1'.repeat(100);

test.each([
  'conda-forge::numpy=1.26.4=py312_0',
  'numpy=1.26.4=py312_0',
  'numpy=1.26.4=py312*',
  'pytorch::torch=2.1.0+cu121=py3.11_0',
  'defaults::epoch=1!2.0=h1',
  'https://conda.example.com/label/dev::numpy=1.26.4=py312_0',
  'a::b::numpy=1.26.4=py312_0',
  '::numpy=1.26.4=py312_0',
  `c::${name200}=1=0`,
  `c::${name200}n=1=0`,
  `c::numpy=${part100}=0`,
  `c::numpy=${part100}1=0`,
  `c::numpy=1=${part100}`,
  `c::numpy=1=${part100}1`,
  'c::numpy==1.26.4',
  'c::numpy=1.26.4=',
  'c::numpy==1.26.4=0',
  'c::numpy=1.26.4=0=0',
  'c::numpy=1.26.4=0 # why',
  'c::=1.26.4=0',
])('%s is read the same with a blank after it, where it is not as conda exports it', (stated) => {
  expect(condaPackageOf(stated)).toEqual(condaPackageOf(`${stated} `));
});
