-- In how many shops a product sold, beside its units: the evidence behind "hot-selling".
create index on shop_product_day (product_id, day);
