import { languages } from '@quayside/contract'
import * as categories from '@quayside/contract/categories'
import { newId } from '../../../platform/database/ids.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { publicUrlOf } from '../files/store.ts'
import {
  deleteCategory,
  insertCategory,
  listAllCategories,
  lockCategories,
  moveProducts,
  updateCategory,
  updateCategoryOrder,
} from './category-store.ts'
import { takenCode } from './taken-code.ts'

/** Names of languages that exist, English among them. */
function checkNames(names: Record<string, string>): void {
  if (!names['en']) refuseFields({ 'names.en': 'field/required' })
  const unknown = Object.keys(names).find((code) => !languages.some((language) => language.code === code))
  if (unknown) refuseFields({ [`names.${unknown}`]: 'field/invalid' })
}

export const categoryRoutes = (): Route[] => [
  defineRoute(categories.operatorCategories, async (_call, _input, db) => ({ list: await listAllCategories(db) }), {
    audit: { unwritten: 'Products are no personal data.' },
  }),

  defineRoute(
    categories.createCategory,
    async ({ now }, { slug, names }, tx) => {
      checkNames(names)
      const id = newId()
      await insertCategory(tx, { id, slug, names, at: now }).catch(takenCode('category_slug', 'slug'))
      return { id }
    },
    {
      audit: {
        subject: 'category',
        act: 'created',
        id: (_input, category) => category?.id,
        detail: ({ slug }) => ({ slug }),
      },
    },
  ),

  defineRoute(
    categories.changeCategory,
    async ({ actor }, { id, slug, names, picture }, tx) => {
      if (names) checkNames(names)
      const url = picture && (await publicUrlOf(tx, picture, { who: 'operator', id: actor.operatorId }, 'product'))
      if (picture && !url) refuse('file/not-found')
      const found = await updateCategory(tx, { id, slug, names, picture: url }).catch(
        takenCode('category_slug', 'slug'),
      )
      if (!found) refuse('category/not-found')
      return {}
    },
    { audit: { subject: 'category' } },
  ),

  defineRoute(
    categories.orderCategories,
    async (_call, { ids }, tx) => {
      await updateCategoryOrder(tx, ids)
      return {}
    },
    { audit: { subject: 'category', id: () => null, detail: ({ ids }) => ({ order: ids.length }) } },
  ),

  defineRoute(
    categories.mergeCategory,
    async (_call, { id, into }, tx) => {
      if (id === into) refuse('category/same')
      if ((await lockCategories(tx, [id, into])).length < 2) refuse('category/not-found')
      const moved = await moveProducts(tx, id, into)
      await deleteCategory(tx, id)
      return { moved }
    },
    {
      audit: {
        subject: 'category',
        act: 'deleted',
        detail: ({ into }, merged) => ({ into, products: merged?.moved ?? 0 }),
      },
    },
  ),
]
