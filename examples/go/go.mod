module example.com/tributary

go 1.19
