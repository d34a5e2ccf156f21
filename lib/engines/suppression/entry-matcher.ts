import { licenseCategoryOf } from '../license/license-categories.ts';
