select 'every outside book has a version' as wrong from outside_books where version < 1
