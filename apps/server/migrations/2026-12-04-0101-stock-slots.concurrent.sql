-- The slots of a product: for its total, and to end them. The migrations before and after this file have transactions
-- of their own, so the triggers count before the rows are filled.
create index concurrently if not exists stock_slot_of_product on stock_slot (product_id);
